const EDM = 'http://www.europeana.eu/schemas/edm/';
const OAI = 'http://www.openarchives.org/OAI/2.0/';

/** The namespaces of OAI-PMH 2.0 and of its formats, and the addresses of their XML Schemas. */
export const NAMESPACES = {
  oai: { namespace: OAI, schema: `${OAI}OAI-PMH.xsd` },
  dc: { namespace: `${OAI}oai_dc/`, schema: `${OAI}oai_dc.xsd` },
  edm: { namespace: EDM, schema: `${EDM}EDM.xsd` },
  identifier: { namespace: `${OAI}oai-identifier`, schema: `${OAI}oai-identifier.xsd` },
} as const;

export const DC_ELEMENTS = 'http://purl.org/dc/elements/1.1/';
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** The attributes of an element that begins a namespace and names its XML Schema. */
export const withSchema = ({
  namespace,
  schema,
}: {
  readonly namespace: string;
  readonly schema: string;
}) => ({
  'xmlns:xsi': SCHEMA_INSTANCE,
  'xsi:schemaLocation': `${namespace} ${schema}`,
});
