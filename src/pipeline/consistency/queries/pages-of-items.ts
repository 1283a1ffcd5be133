/** The pages of an item are of the volume of its part (X2), and its ends are among them, in their order (X3). */
export const PAGES_OF_ITEMS = `
  WITH paged AS (
    SELECT item.rowid AS item, item_page.page, item_page.rowid AS position, page.volume
    FROM item
    JOIN item_page ON item_page.collection = item.collection AND item_page.item = item.id
    LEFT JOIN page ON page.collection = item.collection AND page.id = item_page.page
  ), broken AS (
    SELECT paged.item, 0 AS step, position, 'X2' AS rule, 'onPage' AS term, paged.page
    FROM paged
    JOIN item ON item.rowid = paged.item
    JOIN part ON part.collection = item.collection AND part.id = item.part
    WHERE paged.volume <> part.volume
    UNION ALL
    SELECT rowid, 1, 0, 'X3', 'firstPage', first_page FROM item
    WHERE first_page IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM item_page AS own
      WHERE own.collection = item.collection AND own.item = item.id AND own.page = first_page)
    UNION ALL
    SELECT rowid, 2, 0, 'X3', 'lastPage', last_page FROM item
    WHERE last_page IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM item_page AS own
      WHERE own.collection = item.collection AND own.item = item.id AND own.page = last_page)
    UNION ALL
    SELECT item.rowid, 3, 0, 'X3', 'firstPage', first_page
    FROM item
    JOIN page AS first ON first.collection = item.collection AND first.id = first_page
    JOIN page AS last ON last.collection = item.collection AND last.id = last_page
    WHERE first.position > last.position AND EXISTS (
      SELECT 1 FROM item_page AS own
      WHERE own.collection = item.collection AND own.item = item.id AND own.page = first_page)
  )
  SELECT rule, collection || '.item' AS kind, id, 'archive' AS service, request, term,
    collection || '.page' AS other_kind, broken.page AS other
  FROM broken JOIN item ON item.rowid = broken.item
  ORDER BY collection, id, step, broken.position`;
