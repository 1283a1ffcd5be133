import type { TextFormat } from './text-format.js';

/** JSON-LD 1.1: one valid document, the context inline, one record a line (model 8.2). */
export const JSONLD: TextFormat = {
  head: ({ context }) => `{"@context": ${JSON.stringify(context)},\n"@graph": [`,
  first: '\n',
  between: ',\n',
  foot: '\n]}\n',
  recordText:
    () =>
    ({ node }) =>
      JSON.stringify(node),
};
