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

/** Order in the parent: as given, and as a number where it is one (model 3.2). */
export const ordered = (listingOrder: string | undefined) => ({
  listingOrder,
  position: listingOrder !== undefined && /^\d{1,15}$/.test(listingOrder) ? Number(listingOrder) : undefined,
});
