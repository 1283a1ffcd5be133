import { licence } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { Transcriber, Transcript } from '../../schema/archive/schools.js';
import type { Published } from '../../schema/privileged.js';
import { cast, contributions } from '../contribution.js';
import { byLanguage, inLanguage, itemLanguage, withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';

/** A transcript with its page and the languages of its item. */
export type TranscriptOnPage = Transcript & {
  readonly pageID: number;
  readonly languages: readonly string[];
};

/** A volunteer's transcript. The dates of the record are those of the work (model 3.8). */
export const describeTranscript = (
  transcript: Published<TranscriptOnPage>,
  context: MappingContext,
): Node => {
  const { iri } = context;
  const self = iri.transcript(transcript.id);
  return {
    id: self,
    type: ['Transcript', 'schema:CreativeWork'],
    label: byLanguage(`Transcript ${transcript.id}`, `Tras-scríbhinn ${transcript.id}`),
    transcribesItem: iri.item('cbes', transcript.itemID),
    transcribesPage: iri.page('cbes', transcript.pageID),
    text: inLanguage(itemLanguage(transcript.languages), transcript.text),
    ...contributions(self, cast('transcriber', knownTranscribers(transcript, context), iri.transcriber)),
    dateTimeCreated: transcript.dateCreated,
    dateTimeModified: transcript.dateModified,
    license: licence('by-nc'),
  };
};

/** The transcribers without placeholders such as `Anaithnid`, unknown (model 3.8). */
export const knownTranscribers = (
  { transcribers }: Pick<Transcript, 'transcribers'>,
  { isPlaceholder }: Pick<MappingContext, 'isPlaceholder'>,
): Transcriber[] => transcribers.filter(({ name }) => name === undefined || !isPlaceholder(name));

/** A volunteer, in a dataset of its own that can be withdrawn (model 3.8). */
export const describeTranscriber = (transcriber: Transcriber, { iri }: MappingContext): Node => ({
  id: iri.transcriber(transcriber.id),
  type: ['Transcriber'],
  name: withoutLanguage(transcriber.name),
});
