import { describe, expect, it } from 'vitest';
import { ids, serving } from './ask.js';

const { archive } = serving();
const cbeg = (query: string) => archive(`/api/v0.6/cbeg?${query}`, 'internal');

describe('archive-service 4, query parameters: photographs', () => {
  it.each([
    ['CountyID=100015', [701, 703, 704]],
    ['CountyID=100015&Status=4', [701, 703]],
    ['CountyID=100015&Status=3', [704]],
    // Coolderry lies in Cork.
    ['CountyID=100010', [702]],
    ['PlaceID=9000101', [702]],
    ['PhotographerID=501', [701, 703, 704]],
    ['RelevantPersonID=503', [701]],
    ['RelevantPersonID=501', []],
    ['PersonID=503', [701]],
    ['PersonID=502', [702, 705]],
    ['PersonID=502&Digitized=true', [705]],
    ['PersonID=502&Digitized=FALSE', [702]],
    ['PersonID=501&Copyright=CBE', [701]],
    ['PersonID=502&Copyright=UNK', [702]],
    ['PersonID=502&Condition=0', [702]],
    ['PersonID=501&Condition=2', [701]],
    ['PersonID=501&Condition=3', []],
    ['PersonID=501&HandbookTopic=B005', [701]],
    ['PersonID=501&HandbookTopic=B', [701]],
    ['PersonID=501&HandbookTopic=B0', []],
    ['PersonID=502&HandbookTopic=E', [702, 705]],
    ['PersonID=502&HandbookTopic=E010', [702]],
    ['Country=US', [702]],
    ['Country=GB-SCT', [705]],
    ['GazetteerID=4930956', [702]],
    ['PersonID=501&DateFrom=1930&DateTo=1930', [701]],
    ['PersonID=501&DateFrom=1931', []],
    // A record with no year never matches; an interval without an end is open.
    ['PersonID=502&DateFrom=0000', [705]],
    ['PersonID=502&DateFrom=1999', [705]],
    ['PersonID=502&DateTo=1949', []],
    ['PersonID=501&DateAccuracy=INFER', [701]],
    ['PersonID=502&DateAccuracy=QUESTION', [705]],
    ['PersonID=501&CreatedSince=2018-01-01', [701]],
    ['PersonID=501&CreatedBefore=2018-01-01', []],
    ['PersonID=502&CreatedBefore=2018-07-02', [702]],
    ['PersonID=501&ModifiedSince=2018-06-30', [701]],
    ['PersonID=501&ModifiedSince=2018-07-01', []],
    ['PersonID=502&ModifiedSince=2018-07-01', [702]],
    ['PersonID=501&ModifiedBefore=2018-07-01', [701]],
  ] as const)('%s', async (query, expected) => {
    expect(ids(await cbeg(query))).toEqual(expected);
  });
});
