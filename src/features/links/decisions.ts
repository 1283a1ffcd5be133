import { toOneLine } from '../../base/text.js';
import type { LinkFiles, LinkState } from './links-folder.js';
import { readLinkState, writeProposals, writeTable } from './links-folder.js';
import { type LinkedKind, type LinkRow, type Links, relationOf } from './links-table.js';
import { type Decision, invalid, isDecision, keyOf, type Proposal, readProposals } from './proposals.js';

/** Who decides, and when. */
export interface Decider {
  readonly name: string;
  /** `2026-11-23` */
  readonly date: string;
}

/** What has become of a proposal. `superseded`: the record or the address has another link by now. */
export type ProposalState = 'accepted' | 'rejected' | 'superseded' | 'undecided';

/** What has become of a proposal. A link that is in the table is accepted, however it came there. */
export function stateOf(proposal: Proposal, links: Links): ProposalState {
  if (links.find(proposal) !== undefined) return 'accepted';
  if (proposal.decision === 'reject') return 'rejected';
  return links.conflict(linkOf(proposal)) === undefined ? 'undecided' : 'superseded';
}

/** The row of the table of an accepted proposal. */
const linkOf = ({ kind, id, iri, source }: Proposal, { name, date }: Decider = NO_DECIDER): LinkRow => ({
  kind,
  id,
  iri,
  relation: relationOf(kind as LinkedKind),
  date,
  source: `proposal from ${source}, accepted by ${toOneLine(name)}`,
});

const NO_DECIDER: Decider = { name: '', date: '' };

/** What decisions change. */
interface DecisionResult {
  readonly accepted: number;
  readonly rejected: number;
  readonly withdrawn: number;
}

/**
 * Takes decisions over into both files. Nothing is written if one of them cannot be taken.
 *
 * @param decisions by the key of the proposal; undefined withdraws one
 * @returns what has changed; or, by the key, why a link cannot be accepted
 */
export async function decide(
  files: LinkFiles,
  { table, proposals }: LinkState,
  decisions: ReadonlyMap<string, Decision | undefined>,
  decider: Decider,
): Promise<DecisionResult | { readonly key: string; readonly why: string }> {
  const removed = new Set<LinkRow>();
  const added: LinkRow[] = [];
  const next: Proposal[] = [];
  const counts = { accepted: 0, rejected: 0, withdrawn: 0 };
  const toAccept: Proposal[] = [];
  for (const proposal of proposals) {
    const key = keyOf(proposal);
    const row = table.links.find(proposal);
    const decision = decisions.get(key);
    // What a person has filled in and no run has taken over yet has no name beside it.
    const isTaken = proposal.decided_by !== '';
    const before =
      row !== undefined ? 'accept' : proposal.decision === 'reject' && isTaken ? 'reject' : undefined;
    const isSame =
      decision === before && proposal.decision === (decision ?? '') && (isTaken || decision === undefined);
    if (!decisions.has(key) || isSame) {
      next.push(proposal);
      continue;
    }
    if (decision === 'accept' && row === undefined) toAccept.push(proposal);
    if (decision !== 'accept' && row !== undefined) removed.add(row);
    if (decision !== before)
      counts[decision === undefined ? 'withdrawn' : decision === 'accept' ? 'accepted' : 'rejected'] += 1;
    const by = { decided_by: toOneLine(decider.name), decided_on: decider.date };
    next.push({
      ...proposal,
      decision: decision ?? '',
      ...(decision === undefined ? { decided_by: '', decided_on: '' } : by),
    });
  }
  const links = table.linksWithout(removed);
  for (const proposal of toAccept) {
    const row = linkOf(proposal, decider);
    const why = links.add(row);
    if (why !== undefined) return { key: keyOf(proposal), why };
    added.push(row);
  }
  // The table says what is accepted. It is written first where a link is added, and last where one is only removed, so that a
  // run that breaks off leaves no decision to accept without its link.
  if (added.length > 0) await writeTable(files.table, table, added, removed);
  await writeProposals(files.proposals, next);
  if (added.length === 0) await writeTable(files.table, table, added, removed);
  return counts;
}

/**
 * Takes the decisions over that a person has filled in, in the file of proposals or in a copy of it.
 *
 * @param text of the filled-in file
 * @throws FolkloreError FILE_UNREADABLE with the row; nothing is changed then
 */
export async function applyDecisions(
  files: LinkFiles,
  filled: { readonly file: string; readonly text: string },
  decider: Decider,
): Promise<DecisionResult> {
  const read = await readProposals(filled.file, filled.text, ['decision', 'kind', 'id', 'iri']);
  const state = await readLinkState(files);
  const known = new Set(state.proposals.map(keyOf));
  const decisions = new Map<string, Decision>();
  const rows = new Map<string, number>();
  for (const { proposal, row } of read) {
    const { decision } = proposal;
    if (!isDecision(decision)) continue;
    const key = keyOf(proposal);
    rows.set(key, row);
    if (!known.has(key))
      throw invalid(
        filled.file,
        `row ${row}: ${proposal.kind} ${proposal.id} and ${proposal.iri} are not proposed in ${files.proposals}`,
      );
    decisions.set(key, decision);
  }
  const result = await decide(files, state, decisions, decider);
  if (!('why' in result)) return result;
  throw invalid(filled.file, `row ${rows.get(result.key)}: ${result.why}`);
}
