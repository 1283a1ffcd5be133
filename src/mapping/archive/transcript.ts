import { licence } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { Transcriber, Transcript } from '../../schema/archive/schools.js';
import type { Published } from '../../schema/privileged.js';
import type { MappingContext } from '../context.js';
import { cast, contributions } from '../contribution.js';
import { byLanguage, inLanguage, itemLanguage } from '../language.js';

/** A transcript, the page it is of, and the languages of the item it is of. */
export type TranscriptOnPage = Transcript & {
  readonly pageID: number;
  readonly languages: readonly string[];
};

/** A volunteer's transcript. Here the record is the thing: its dates are those of the work (model 3.8). */
export const describeTranscript = (
  transcript: Published<TranscriptOnPage>,
  setting: MappingContext,
): Node => {
  const { iri } = setting;
  const self = iri.transcript(transcript.id);
  return {
    id: self,
    type: ['Transcript', 'CreativeWork'],
    label: byLanguage(`Transcript ${transcript.id}`, `Tras-scríbhinn ${transcript.id}`),
    transcribesItem: iri.item('cbes', transcript.itemID),
    transcribesPage: iri.page('cbes', transcript.pageID),
    text: inLanguage(itemLanguage(transcript.languages), transcript.text),
    ...contributions(self, cast('transcriber', knownTranscribers(transcript, setting), iri.transcriber)),
    dateTimeCreated: transcript.dateCreated,
    dateTimeModified: transcript.dateModified,
    license: licence('by-nc'),
    sourceId: String(transcript.id),
  };
};

/** Those who are somebody: `Anaithnid` (unknown) among them is nobody (model 3.8). */
export const knownTranscribers = (
  { transcribers }: Pick<Transcript, 'transcribers'>,
  { isPlaceholder }: Pick<MappingContext, 'isPlaceholder'>,
): Transcriber[] => transcribers.filter(({ name }) => name === undefined || !isPlaceholder(name));

/** A volunteer; the name stands in a file of its own, which can be withdrawn alone (model 3.8). */
export const describeTranscriber = (transcriber: Transcriber, { iri }: MappingContext): Node => ({
  id: iri.transcriber(transcriber.id),
  type: ['Transcriber'],
  plainName: transcriber.name,
  sourceId: String(transcriber.id),
});
