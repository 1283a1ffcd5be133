import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import type { Word } from './interface-words.js';
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
