/** A table; a bar in a cell would end it. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** Lines to be copied. */
export const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
