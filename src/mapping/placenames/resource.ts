import type { Resource, Supplier } from '../../dictionary/placenames/place.js';
import type { Node } from '../../rdf/node.js';
import { byLanguage, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** A document on place-names that several places may share (model 3.9). */
export const describeResource = (resource: Resource, { iri }: Setting): Node => ({
  id: iri.resource(resource.id),
  type: ['DigitalDocument'],
  label: byLanguageOr(
    byLanguage(`Document ${resource.id}`, `Cáipéis ${resource.id}`),
    resource.titleEN,
    resource.titleGA,
  ),
  name: byLanguage(resource.titleEN, resource.titleGA),
  encodingFormat: resource.typeID,
  provider: resource.supplier && iri.supplier(resource.supplier.id),
  sourceId: String(resource.id),
});

/** Who supplied such a document. */
export const describeSupplier = (supplier: Supplier, { iri }: Setting): Node => ({
  id: iri.supplier(supplier.id),
  type: ['Organization'],
  label: byLanguageOr(
    byLanguage(`Supplier ${supplier.id}`, `Soláthraí ${supplier.id}`),
    supplier.nameEN,
    supplier.nameGA,
  ),
  name: byLanguage(supplier.nameEN, supplier.nameGA),
  sourceId: String(supplier.id),
});
