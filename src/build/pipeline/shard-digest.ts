import { programFingerprint } from '../../harvest/answers/program-fingerprint.js';
import { GENDERED, schemeIn } from '../../model/mapping/gender.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { MapperIndex } from './shard-dependencies.js';
import { digestOf, type Shard } from './shards.js';

/** The code and the data files of this package that decide what a shard output holds. */
export const SHARD_PROGRAM: readonly string[] = [
  ...[
    'base',
    'model',
    'harvest',
    'release',
    'build',
    '../contexts',
    '../reference-data',
    '../shapes',
    '../vocabulary',
  ],
];

/** The fingerprint of the program that maps shards. */
export const shardProgram = (): string => programFingerprint(SHARD_PROGRAM);

/** Everything that all shard outputs of a build depend on, by name. */
export type PlanParts = Readonly<Record<string, unknown>>;

/**
 * Everything that all shard outputs of a build depend on: settings, the scheme of the gender codes, program, shapes,
 * context, and the versions of Node's libraries.
 *
 * @param program the digest of the program; tests give another one
 */
export function planParts(
  plan: BuildPlan,
  { genders }: Pick<MapperIndex, 'genders'>,
  program: string = shardProgram(),
): PlanParts {
  const { base, vocabularyBase, profile, personsProfile, onViolation } = plan;
  const { formats, latestYear, placeholders, links, operatorLinks, organisations, runtime } = plan;
  return {
    base,
    vocabularyBase,
    profile,
    personsProfile,
    onViolation,
    formats,
    latestYear,
    placeholders,
    links,
    operatorLinks,
    organisations,
    runtime,
    program,
    genders: GENDERED.map((collection) => schemeIn(collection, plan.gender, genders)),
  };
}

/** The digest of {@link planParts}, in hexadecimal digits. */
export const planDigest = (...args: Parameters<typeof planParts>): string => digestOf(planParts(...args));

/**
 * The digest of what one shard is made from: its records, and its part of the global index. Of an answer of one record the
 * checksum stands for the record; of a list the digests of those records that are mapped, so that a change of another
 * record in the list does not matter. Where the answers lie is not part of it. What the mapper asks of the global index is
 * checked by `ShardDependencies`.
 *
 * @returns hexadecimal digits
 */
export function shardDigest(shard: Shard): string {
  if ('records' in shard) return digestOf(shard);
  return digestOf({
    places: shard.places,
    answers: shard.answers.map(
      ({ source, request, range, passedOver, repeated, digest, people, file: { entry } }) => ({
        source,
        request,
        repeated,
        people,
        service: entry.service,
        ...(digest === undefined ? { range, passedOver, sha256: entry.sha256 } : { digest }),
      }),
    ),
  });
}
