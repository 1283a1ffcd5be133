/** How many people have the id of the authority file as their id: such ids change when that file merges people (X18). */
export const AUTHORITY_IDS = `
  SELECT 'X18' AS rule, 'collection' AS kind, 'cbed' AS id, 'viafId' AS term,
    sum(has_authority_id) || ' of ' || count(*) AS value
  FROM person HAVING sum(has_authority_id) > 0`;

/**
 * The heading of a handbook topic is inferred from the letters at the beginning of its code: topics under one letter must have
 * the same heading (X19).
 */
export const HEADINGS = `
  SELECT 'X19' AS rule, 'cbeg.topic' AS kind, id, 'archive' AS service, request, pointer, heading AS text
  FROM topic
  WHERE heading <> (SELECT heading FROM topic AS first WHERE first.letter = topic.letter ORDER BY first.id LIMIT 1)
  ORDER BY letter, id`;
