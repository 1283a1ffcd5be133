/** Names of XML Schema's datatypes: of each sort that the shapes may name, at least one. */
export const DATATYPES = [
  'string',
  'integer',
  'decimal',
  'double',
  'boolean',
  'date',
  'dateTime',
  'gYear',
  'gMonthDay',
  'anyURI',
];
