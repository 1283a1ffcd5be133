import { xmlText } from './text.js';

/** Markup that is written as it is. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Child = Xml | string | undefined | false | readonly Child[];

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
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${xmlText(value)}"`))
    .join('')}>`;

/** The text of some markup; texts are escaped. */
export const textOf = (...children: readonly Child[]): string =>
  children
    .map((child) => {
      if (child === undefined || child === false) return '';
      if (typeof child === 'string') return xmlText(child);
      return child instanceof Xml ? child.text : textOf(...child);
    })
    .join('');
