import type { Service } from '../services/service.js';

/** The body of `/api` and `/api/v0.6` (wire-format 2). */
export function metadataOf(service: Service) {
  const { name, version, documentation, status } = service;
  return { name, version, versions: [version], documentation, status };
}
