/** What nearly every record says about its entry in the source database, not about the thing described. */
export const entry = (record: {
  id: number | string;
  dateCreated?: string | undefined;
  dateModified?: string | undefined;
}) => ({
  sourceId: String(record.id),
  recordCreated: record.dateCreated,
  recordModified: record.dateModified,
});

/**
 * Order of a page or a part in its parent: as given, and as a number where it is one (model 3.2). Items have none: their
 * listing order is that on a page.
 */
export const ordered = (listingOrder: string | undefined) => ({
  listingOrder,
  position: listingOrder !== undefined && /^\d{1,15}$/.test(listingOrder) ? Number(listingOrder) : undefined,
});
