import type { Service } from '../../base/origin.js';
import { fieldOf } from './sent-fields.js';

/**
 * Fields, in lower case, that the counties of one service have and those of the other have not: the archive has counties with two
 * names (archive-service 2), the place-names service has places (place-names-service 2).
 */
const OWN_FIELDS: Readonly<Record<Service, readonly string[]>> = {
  archive: ['logainmid', 'nameen', 'namega'],
  placenames: ['placenames', 'categories', 'includedin'],
};

/**
 * The service that a list of counties is of. Both services have such a list at one path, so that it shows whether an address is
 * that of the other service.
 *
 * @returns undefined where the records show neither, or both
 */
export function serviceOfCounties(records: readonly unknown[]): Service | undefined {
  const has = (service: Service): boolean =>
    OWN_FIELDS[service].some((name) => records.some((record) => fieldOf(record, name) !== undefined));
  if (has('archive') === has('placenames')) return undefined;
  return has('archive') ? 'archive' : 'placenames';
}
