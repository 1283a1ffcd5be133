import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import type { Language, Word } from './interface-words.js';
import type { PageProps } from './layout.js';

/* Parts that several pages have. */

/** The way down to what a page shows, the widest first; nothing where there is none. */
export function Trail({
  context: { words },
  steps,
}: PageProps & { readonly steps: readonly (readonly [href: string, text: string])[] }) {
  if (steps.length === 0) return null;
  return (
    <nav class="trail" aria-label={words('trail')}>
      <ol>
        {steps.map(([href, text]) => (
          <li>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The head of a table. A column of numbers is marked as such. */
export const TableHead = ({
  columns,
}: {
  readonly columns: readonly (string | { readonly number: string })[];
}) => (
  <thead>
    <tr>
      {columns.map((column) =>
        typeof column === 'string' ? (
          <th scope="col">{column}</th>
        ) : (
          <th scope="col" class="number">
            {column.number}
          </th>
        ),
      )}
    </tr>
  </thead>
);

/** Some parts with a sign between them. */
export const joined = (parts: readonly Child[], sign: string): Child =>
  parts.map((part, at) => (
    <>
      {at > 0 && sign}
      {part}
    </>
  ));

interface AllLinkProps extends PageProps {
  readonly href: string;
  readonly shown: number;
  readonly count: number;
  readonly word?: Word;
}

/** A link to all entries of a list, where only the first are shown. */
export const AllLink = ({ context: { words }, href, shown, count, word = 'allValues' }: AllLinkProps) =>
  count > shown && (
    <p>
      <a href={href}>
        {words(word)} ({formatCount(count)})
      </a>
    </p>
  );

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the units of a language: `12.3 kB`. */
export function sizeIn(language: Language, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

/** A button that keeps a record in the list of the reader. A script shows it. */
export const KeepButton = ({ context: { words, asFiles }, path }: PageProps & { readonly path: string }) =>
  asFiles === undefined && (
    <button
      type="button"
      hidden
      data-keep={path}
      data-label={words('keep')}
      data-kept={words('isKept')}
      data-full={words('listIsFull')}
    ></button>
  );
