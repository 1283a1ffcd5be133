import type { PageContext } from '../browse/layout.js';
import { pageId, statementsOf, valuesIn } from '../browse/pictures/pictures.js';
import { knownRights } from './descriptive-properties.js';
import { annotationsPath, canvasPath, IIIF_PRESENTATION_CONTEXT } from './iiif-addresses.js';

/** Transcripts of a page, at most, as where it is read. */
const MOST_TRANSCRIPTS = 60;

/**
 * The transcripts of a page as annotations of its canvas (IIIF Presentation API 3.0, sections 5.5 and 5.6), each with its licence.
 * They do not name the people who wrote them, who are in a dataset of their own.
 *
 * @returns undefined for a page without transcripts
 */
export function annotationsOf(context: PageContext, page: string): object | undefined {
  const { site, origin } = context;
  const id = origin + annotationsPath(page);
  const transcripts = site.index.referring(page, site.iriOf('transcribesPage'), MOST_TRANSCRIPTS, 0);
  const items = transcripts.flatMap(({ path }) => {
    const quads = statementsOf(context, path);
    const [rights] = valuesIn(context, quads, 'license').flatMap(({ value }) => knownRights(value) ?? []);
    return valuesIn(context, quads, 'text').flatMap((text, at) =>
      text.termType !== 'Literal'
        ? []
        : {
            id: `${id}#${pageId(path)}${at === 0 ? '' : `-${at + 1}`}`,
            type: 'Annotation',
            motivation: 'supplementing',
            ...(rights !== undefined && { rights }),
            body: {
              type: 'TextualBody',
              value: text.value,
              ...(text.language !== '' && text.language !== 'und' && { language: text.language }),
              format: 'text/plain',
            },
            target: origin + canvasPath(page),
          },
    );
  });
  if (items.length === 0) return undefined;
  return { '@context': IIIF_PRESENTATION_CONTEXT, id, type: 'AnnotationPage', items };
}
