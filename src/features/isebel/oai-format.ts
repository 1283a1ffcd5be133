import type { Site } from '../browse/site.js';
import type { MetadataFormat } from '../oai-pmh/metadata-format.js';
import { ISEBEL, storyWriter } from './story.js';

/** ISEBEL as a metadata format of OAI-PMH: items with a transcript or an extract. */
export function isebelFormat({ manifest, index }: Site): MetadataFormat {
  const write = storyWriter(manifest.base, index);
  return {
    ...ISEBEL,
    prefix: 'isebel',
    kinds: ['item'],
    condition: `EXISTS (SELECT 1 FROM items WHERE iri = path AND extract IS NOT NULL)
      OR EXISTS (SELECT 1 FROM transcripts WHERE item = path)`,
    parts: { table: 'transcripts', record: 'item' },
    document: ({ path }) => write(path)?.text,
  };
}
