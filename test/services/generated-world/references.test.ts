import { describe, expect, it } from 'vitest';
import type { SchoolsItem } from '../../../src/model/schema/archive/schools.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';

describe('every reference in a generated world resolves', () => {
  const { archive, placenames } = makeSyntheticWorld({ scale: 0.005, seed: 21, dirt: 0 });
  const places = placenames.places;
  const schools = [...archive.cbes.values()];
  const manuscripts = [...archive.cbe.values()];

  it('for a public key too: an item that has pages begins and ends on them', () => {
    const open = publicArchive(archive);
    const items = [...open.cbe.values(), ...open.cbes.values()].flatMap(({ parts }) =>
      parts.flatMap<Pick<SchoolsItem, 'pages' | 'firstPageID' | 'lastPageID'>>((part) => part.items),
    );
    const ends = items.map(({ firstPageID, lastPageID }) => [firstPageID, lastPageID]);
    expect(ends).toEqual(items.map(({ pages }) => [pages[0], pages.at(-1)]));
    const whole = [...manuscripts, ...schools].flatMap(({ pages }) => pages.filter((page) => page.sensitive));
    expect(whole.length).toBeGreaterThan(0);
  });

  it('pages, items and transcripts within their volume; links within the collection', () => {
    const [allPages, allParts, allItems] = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (const volume of manuscripts) {
      for (const page of volume.pages) allPages.add(page.id);
      for (const part of volume.parts) {
        allParts.add(part.id);
        for (const item of part.items) allItems.add(item.id);
      }
    }
    for (const volume of [...manuscripts, ...schools]) {
      const pages = new Set(volume.pages.map((page) => page.id));
      for (const part of volume.parts) {
        for (const id of part.titlePages) expect(pages.has(id)).toBe(true);
        for (const item of part.items) {
          expect(item.pages.length).toBeGreaterThan(0);
          expect(item.pages.every((id) => pages.has(id))).toBe(true);
          expect([item.firstPageID, item.lastPageID]).toEqual([item.pages[0], item.pages.at(-1)]);
        }
      }
    }
    for (const link of manuscripts.flatMap((volume) =>
      volume.parts.flatMap((part) => part.items.flatMap((item) => item.linkedItems)),
    )) {
      expect(
        allPages.has(link.pageID ?? 0) && allParts.has(link.partID ?? 0) && allItems.has(link.itemID),
      ).toBe(true);
    }
    for (const volume of schools) {
      const pagesOf = new Map(
        volume.parts.flatMap((part) => part.items.map((item) => [item.id, new Set(item.pages)] as const)),
      );
      for (const page of volume.pages) {
        for (const transcript of page.transcripts)
          expect(pagesOf.get(transcript.itemID)?.has(page.id)).toBe(true);
      }
    }
  });

  it('people, places, counties, countries, topics and occupations', () => {
    const known: Readonly<Record<string, (id: unknown) => boolean>> = {
      logainmID: (id) => places.has(Number(id)),
      isoCode: (id) => archive.countries.some((one) => one.isoCode === id),
      ainmID: (id) => [...archive.cbed.values()].some((one) => one.ainmID === id),
    };
    const seen = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, entry] of Object.entries(value)) {
        const check = entry === undefined ? undefined : known[key];
        if (check !== undefined && !seen.has(`${key} ${entry}`)) {
          seen.add(`${key} ${entry}`);
          expect(check(entry), `${key} ${entry}`).toBe(true);
        }
        walk(entry);
      }
    };
    for (const list of [schools, manuscripts, archive.cbeg.values(), archive.cbed.values()])
      for (const one of list) walk(one);
    const embedded = [
      ...manuscripts.flatMap(({ parts }) => parts.flatMap((part) => [part, ...part.items])),
      ...[...archive.cbeg.values()].map((one) => ({
        collectors: one.photographer ?? [],
        informants: [],
        ...one,
      })),
    ].flatMap((one) => [one.collectors, one.informants, one.relevantPersons].flat());
    for (const { id, names } of embedded) expect(archive.cbed.get(id)?.names).toEqual(names);
    const handbook = new Set(archive.handbookTopics.map((one) => one.id));
    for (const one of archive.cbeg.values()) expect(handbook.has(one.handbookTopic?.id ?? 'A')).toBe(true);
    const topics = new Map(archive.schoolsTopics.map((one) => [one.id, one.subTopics.map((sub) => sub.id)]));
    expect([...topics.values()].flat().length).toBeGreaterThan(topics.size);
    for (const topic of schools.flatMap(({ parts }) =>
      parts.flatMap((part) => part.items.flatMap((item) => item.topics)),
    )) {
      for (const sub of topic.subTopics) expect(topics.get(topic.id)).toContain(sub.id);
      expect(topics.has(topic.id)).toBe(true);
    }
    const occupations = new Set(archive.occupations.map((one) => one.id));
    for (const one of archive.cbed.values()) {
      for (const { id } of one.occupations) expect(occupations.has(id) || id === '???').toBe(true);
    }
  });

  it('the hierarchy of places is transitive', () => {
    const biographies = new Map(
      [...archive.cbed.values()].map((one) => [one.ainmID, one.birthPlaceIreland?.logainmID]),
    );
    const glossaryIDs = new Set(placenames.glossary.map((one) => one.id));
    const counts = new Map<string, number>();
    for (const one of places.values()) {
      const parents = new Set(one.includedIn.map((parent) => parent.id));
      expect(parents.has(one.id)).toBe(false);
      for (const id of parents) {
        for (const above of places.get(id)?.includedIn ?? [{ id: -1 }])
          expect(parents.has(above.id)).toBe(true);
      }
      if (!one.categories.some(({ id }) => id === 'CUIGE')) {
        expect(one.includedIn.some((parent) => parent.category?.id === 'CUIGE')).toBe(true);
      }
      if (one.replacementID !== undefined)
        expect(places.get(one.replacementID)?.replacementID).toBeUndefined();
      else {
        for (const id of parents) {
          for (const category of one.categories) {
            counts.set(`${id} ${category.id}`, (counts.get(`${id} ${category.id}`) ?? 0) + 1);
          }
        }
      }
      if (one.replacementID !== undefined) expect(places.has(one.replacementID)).toBe(true);
      for (const member of one.cluster?.members ?? [])
        expect(places.get(member.placeID)?.cluster).toEqual(one.cluster);
      for (const { id } of one.glossary) expect(glossaryIDs.has(id)).toBe(true);
      for (const { id } of one.bornHere) expect(biographies.get(id)).toBe(one.id);
    }
    for (const one of places.values()) {
      for (const { id, count } of one.includes) expect(count).toBe(counts.get(`${one.id} ${id}`));
    }
    expect([...places.values()].filter((one) => one.categories.some(({ id }) => id === 'CON'))).toHaveLength(
      32,
    );
  });

  it('one id of the schools collection is one person, although some fields differ between items', () => {
    const names = new Map<number, unknown>();
    let again = 0;
    const persons = schools.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        [part.teachers, part.items.flatMap((item) => [item.collectors, item.informants].flat())].flat(),
      ),
    );
    for (const one of persons) {
      if (names.has(one.id)) again += 1;
      if (names.has(one.id)) expect(one.names).toEqual(names.get(one.id));
      names.set(one.id, one.names);
    }
    expect(again).toBeGreaterThan(0);
  });
});
