/**
 * The package as a library: releases and stores are opened, records are read, mapped, checked and written (docs/library.md). The
 * types are those of the library and of features from outside (docs/features.md).
 */
export { FolkloreError } from './base/errors.js';
export type { Origin } from './base/origin.js';
export type {
  Additions,
  AroundBuild,
  Check,
  CheckOutcome,
  CommandCall,
  CommandContext,
  CommandExtension,
  CommandModule,
  Feature,
  FolderKind,
  ListedCommand,
  SettingsOfFeature,
} from './cli/feature.js';
export type { AddedPage, Block, OpenedRelease, PageTools } from './features/browse/added-pages.js';
export type { MetadataFormat } from './features/oai-pmh/metadata-format.js';
export type { Prunable } from './features/prune/prune.js';
export { type DumpFormat, Vocabulary } from './library/dump.js';
export { Release, type ReleaseRecord, type TableRow } from './library/release.js';
export { type MappedRecord, Store, type StoreSettings } from './library/store.js';
export type { PublishableRecord } from './model/records/record.js';
export type { Finding } from './model/shacl/finding.js';
export type { BuildFeature, ReleaseRows } from './pipeline/plan/build-feature.js';
export type { BuildPlan } from './pipeline/plan/build-plan.js';
export type { TableTitles } from './release/tables/derived-file.js';
