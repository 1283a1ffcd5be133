/** References to records that the release does not hold, by target. A rejected record has findings of its own. */
const MISSING = `
  SELECT reference.*, rejected.path IS NOT NULL AS is_rejected
  FROM reference
  LEFT JOIN published ON published.path = reference.target
  LEFT JOIN rejected ON rejected.path = reference.target
  WHERE published.path IS NULL`;

/** Records that others refer to and the release does not hold. */
export const OMISSIONS = `SELECT DISTINCT target, is_rejected FROM (${MISSING})`;

/** Every reference from record to record leads to a record of the release (X1 for pages, X10 for topics, X8 for all others). Takes the base. */
export const REFERENCES = `
  SELECT CASE
      WHEN target LIKE '%/page/%' THEN 'X1'
      WHEN target LIKE 'cbes/topic/%' THEN 'X10'
      ELSE 'X8'
    END AS rule,
    CASE WHEN is_rejected THEN 'info' END AS severity,
    kind, id, service, request, pointer, ?1 || focus AS focus, property, ?1 || target AS value
  FROM (${MISSING})`;

/** Whether a record, by its path, is in the release or was rejected. */
export const IS_SENT = `
  SELECT 1 FROM published WHERE path = ?1 UNION ALL SELECT 1 FROM rejected WHERE path = ?1`;
