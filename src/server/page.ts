import { MAXIMUM_PER_PAGE } from '../services/placenames.js';

/** Which page of a list, and how long a page is. */
export interface Paging {
  readonly Page?: number | undefined;
  readonly PerPage?: number | undefined;
}

/** One page of a list: the first, of a thousand, unless told otherwise (wire-format 4). */
export function pageOf<R>(records: readonly R[], { Page, PerPage }: Paging) {
  const currentPage = Page ?? 1;
  const countPerPage = PerPage ?? MAXIMUM_PER_PAGE;
  const start = (currentPage - 1) * countPerPage;
  return {
    totalPages: Math.ceil(records.length / countPerPage),
    currentPage,
    countPerPage,
    records: records.slice(start, start + countPerPage),
  };
}
