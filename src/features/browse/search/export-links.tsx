import type { ResourceSummary } from '../index/release-index.js';
import type { PageProps } from '../layout.js';
import { EXPORT_TYPES, type ExportFormat } from './search-export.js';

/* What is done with a list of records: it is taken away as a file, or kept. */

/** Links to the records of a list in all formats, folded. */
export function ExportLinks({
  context: { words },
  title,
  addressIn,
}: PageProps & { readonly title: string; readonly addressIn: (format: ExportFormat) => string }) {
  return (
    <details class="exports">
      <summary>{title}</summary>
      <p class="downloads">
        {Object.entries(EXPORT_TYPES).map(([format, { name }]) => (
          <a href={addressIn(format as ExportFormat)} rel="nofollow">
            {name ?? words('spreadsheet')}
          </a>
        ))}
      </p>
    </details>
  );
}

/** The address of a list of records. */
export const addressOfKept = (parameters: [name: string, value: string][]): string =>
  `/kept?${new URLSearchParams(parameters)}`;

/** A link that keeps all records of a page. Without a script it leads to a list of these. */
export const KeepAll = ({
  context: { words },
  records,
}: PageProps & { readonly records: readonly ResourceSummary[] }) =>
  records.length > 0 && (
    <p class="downloads">
      <a
        href={addressOfKept(records.map(({ path }) => ['record', path]))}
        data-keep-all
        data-full={words('listIsFull')}
        rel="nofollow"
      >
        {words('keepAll')}
      </a>
    </p>
  );
