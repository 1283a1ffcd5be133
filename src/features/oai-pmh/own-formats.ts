import type { Site } from '../browse/site.js';
import { edmWriter } from './edm.js';
import type { MetadataFormat } from './metadata-format.js';
import { NAMESPACES } from './namespaces.js';
import { oaiDc } from './oai-dc.js';

/** Dublin Core, which every record has, and EDM of works with a web page. */
export function ownFormats(site: Site): readonly MetadataFormat[] {
  const edm = edmWriter(site);
  return [
    { prefix: 'oai_dc', ...NAMESPACES.dc, document: (record, context) => oaiDc(context, record)?.text },
    {
      prefix: 'edm',
      ...NAMESPACES.edm,
      kinds: ['item', 'photograph'],
      condition: `EXISTS (SELECT 1 FROM items WHERE iri = path AND url IS NOT NULL)
        OR EXISTS (SELECT 1 FROM photographs WHERE iri = path AND url IS NOT NULL)`,
      document: (record) => edm(record)?.text,
    },
  ];
}
