/**
 * Continued stories: both items of a link name it, with the right part and page (X4). A link without a direction need not be
 * answered. The page of a link is the first of the item linked to (wire-format 3); where that is not known, one of its pages.
 */
export const ITEM_LINKS = `
  SELECT 'X4' AS rule, 'cbe.item' AS kind, link.item AS id, 'archive' AS service, source.request,
    CASE link.direction WHEN 1 THEN 'nextItem' WHEN -1 THEN 'previousItem' ELSE 'relatedItem' END AS term,
    'cbe.item' AS other_kind, link.other
  FROM item_link AS link
  JOIN item AS source ON source.collection = 'cbe' AND source.id = link.item
  JOIN item AS target ON target.collection = 'cbe' AND target.id = link.other
  WHERE (link.direction <> 0 AND NOT EXISTS (
      SELECT 1 FROM item_link AS back
      WHERE back.item = link.other AND back.other = link.item AND back.direction = -link.direction))
    OR link.part <> target.part
    OR link.page <> target.first_page
    OR (target.first_page IS NULL
      AND EXISTS (SELECT 1 FROM item_page AS own WHERE own.collection = 'cbe' AND own.item = target.id)
      AND link.page NOT IN (
        SELECT page FROM item_page AS own WHERE own.collection = 'cbe' AND own.item = target.id))
  ORDER BY link.item, link.rowid`;
