/** Markup that is written as it is. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Child = Xml | string | undefined | false | readonly Child[];

/** What XML 1.0, section 2.2, does not allow in a document, and half surrogates. */
const NOT_A_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text.replace(NOT_A_CHARACTER, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * An element. Attributes without a value are left out, texts are escaped.
 *
 * @returns nothing where no child has any content, unless there are attributes
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): Xml | undefined {
  const content = textOf(...children);
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== '');
  if (content === '' && given.length === 0) return undefined;
  return new Xml(`${startTag(name, Object.fromEntries(given))}${content}</${name}>`);
}

/** The start tag of an element whose content is written piece by piece. */
export const startTag = (name: string, attributes: Readonly<Record<string, string | undefined>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escaped(value)}"`))
    .join('')}>`;

/** The text of some markup; texts are escaped. */
export const textOf = (...children: readonly Child[]): string =>
  children
    .map((child) => {
      if (child === undefined || child === false) return '';
      if (typeof child === 'string') return escaped(child);
      return child instanceof Xml ? child.text : textOf(...child);
    })
    .join('');
