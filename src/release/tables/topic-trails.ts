import { listOfNames, listOfTexts } from './csv.js';
import type { Completion } from './derived-file.js';

interface Topic {
  readonly iri: string;
  readonly broader: string;
  readonly labels: Readonly<Record<'en' | 'ga', string>>;
}

/** The trails of topics. */
export const trails: Completion = {
  from: ['topics'],
  begin: (at) => {
    const topics = new Map<string, Topic>();
    /** A topic that is above itself ends the trail. */
    const trailOf = (iri: string): readonly Topic[] => {
      const trail = new Set<Topic>();
      for (
        let topic = topics.get(iri);
        topic !== undefined && !trail.has(topic);
        topic = topics.get(topic.broader)
      )
        trail.add(topic);
      return [...trail].reverse();
    };
    return {
      know: (cell) => {
        const other = cell('label_other');
        const [en, ga] = [cell('label_en'), cell('label_ga')];
        const labels = { en: en || ga || other, ga: ga || en || other };
        topics.set(cell('iri'), { iri: cell('iri'), broader: cell('broader'), labels });
      },
      complete: (row: string[]) => {
        const trail = trailOf(row[at('iri')] ?? '');
        row[at('trail')] = listOfNames(trail.map(({ iri }) => iri));
        for (const language of ['en', 'ga'] as const)
          row[at(`trail_${language}`)] = listOfTexts(trail.map(({ labels }) => labels[language]));
        return [row];
      },
    };
  },
};
