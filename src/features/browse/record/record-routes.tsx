import type { Context } from 'hono';
import { webAddress } from '../../../model/rdf/iris.js';
import { serialise } from '../../../model/rdf/serialise.js';
import { addressInFormat, isOtherAddress, type PageContext } from '../layout.js';
import { missing, type Page, POLICY, sendPage, sendText, VARY } from '../page.js';
import type { FileTarget, PagesAsFiles } from '../page-files.js';
import { isOwnPath } from '../page-language.js';
import { picturePolicy, picturesOf } from '../pictures/pictures.js';
import { linkField, linksOfData, linksOfRecord } from '../signposting.js';
import {
  CITATION_FORMATS,
  type CitationFormat,
  citationIn,
  citedPath,
  isCitationFormat,
} from './citations.js';
import { RecordPage } from './record-page.js';
import { dataOf } from './record-statements.js';
import {
  contentTypeOf,
  DATA_FORMATS,
  LINKSET,
  negotiate,
  profiledIn,
  SUFFIXES,
  type Suffix,
  THINGS,
} from './representations.js';

const isSuffix = (name: string): name is Suffix => Object.hasOwn(SUFFIXES, name);

/** What the parameter `format` names, besides a page. */
const FORMS = [...Object.keys(DATA_FORMATS), ...Object.keys(CITATION_FORMATS), LINKSET.name];

/** Whether a form is the same in all languages. Citations are in the language of the page. */
const isSharedForm = (format: string | null): boolean =>
  format === LINKSET.name || Object.hasOwn(DATA_FORMATS, format ?? '');

/** Looks up an IRI: also of a term of a vocabulary, which is not below the data base. */
const lookUpPage: Page = {
  path: '/id',
  formats: FORMS,
  isShared: ({ searchParams }) => isSharedForm(searchParams.get('format')),
  files: {
    addresses: () => [],
    targetOf: ({ query }, asFiles) => {
      const iri = query.get('iri') ?? '';
      const format = query.get('format');
      const { base } = asFiles.site.manifest;
      if (format !== null && iri.startsWith(base)) {
        const path = iri.slice(base.length);
        if (asFiles.hasPage(path)) return fileOf(asFiles, path, format);
      }
      if (format !== null && format !== 'html') return undefined;
      const file = asFiles.termFile(iri);
      if (file !== undefined) return { file };
      const address = webAddress(iri);
      return address === undefined ? undefined : { iri: address };
    },
  },
  answer: (c, context) => {
    const { site } = context;
    const iri = c.req.query('iri') ?? '';
    const { base } = site.manifest;
    const path = iri.startsWith(base) ? iri.slice(base.length) : '';
    const given = c.req.query('format') || undefined;
    // Only what the release describes, at an address that no browser reads as another host.
    if (path !== '' && isOwnPath(`/${path}`) && site.index.documents(iri).length > 0 && given === undefined)
      return c.redirect(`/${path}`, 303);
    return sendForm(c, context, iri, given ?? negotiate(c.req.header('accept')));
  },
};

/** A record by its path: `/cbes/item/7101` in the format that the client asks for, `/cbes/item/7101.ttl` in that of the suffix. */
const recordPage: Page = {
  path: '*',
  formats: FORMS,
  isShared: ({ pathname, searchParams }, site) => {
    const path = pathname.slice(1);
    const [, suffix] = /\.([a-z]+)$/.exec(path) ?? [];
    return (
      isSharedForm(searchParams.get('format')) ||
      (suffix !== undefined && isSharedForm(suffix) && site.index.summary(path) === undefined)
    );
  },
  files: {
    addresses: () => [],
    ofRecord: (asFiles, { path }) =>
      asFiles.hasPage(path)
        ? ['html', ...asFiles.formats].map((format) => addressInFormat(asFiles.site, path, format))
        : [],
    targetOf: (address, asFiles) => {
      const path = address.path.slice(1);
      if (asFiles.hasPage(path)) return fileOf(asFiles, path, 'html');
      const [name = '', format = ''] = citedPath(path) ?? /^(.*)\.([a-z]+)$/.exec(path)?.slice(1) ?? [];
      return asFiles.hasPage(name) ? fileOf(asFiles, name, format) : undefined;
    },
  },
  answer: (c, context) => {
    const { site } = context;
    const { base } = site.manifest;
    const path = (context.address.split('?')[0] ?? '').slice(1);
    const summary = site.index.summary(path);
    const cited = citedPath(path);
    if (cited !== undefined && summary === undefined)
      return sendCitation(c, context, base + cited[0], cited[1]);
    const [, name = path, suffix] = /^(.*)\.([a-z]+)$/.exec(path) ?? [];
    if (suffix !== undefined && isSuffix(suffix) && summary === undefined)
      return sendRecord(c, context, base + name, suffix);
    const given = c.req.query('format') || undefined;
    if (given !== undefined) return sendForm(c, context, base + path, given);
    const accept = c.req.header('accept');
    const profiled = profiledIn(accept ?? '', () =>
      summary === undefined ? [] : context.linksOfRecord(context, summary),
    );
    if (profiled !== undefined) {
      c.header('Vary', VARY);
      return c.redirect(profiled.href, 303);
    }
    const format = negotiate(accept);
    if (format !== undefined && THINGS.has(summary?.kind ?? '')) {
      c.header('Vary', VARY);
      return c.redirect(addressInFormat(site, path, format), 303);
    }
    return sendRecord(c, context, base + path, format);
  },
};

/**
 * The file of a record in a format. A format of programs is the same in all languages, but for citations. The file never has the
 * name of another record, such as of a file of a dataset: a web host would take it for that one.
 */
function fileOf(asFiles: PagesAsFiles, path: string, format: string): FileTarget | undefined {
  const name = asFiles.nameOf(path);
  if (format === 'html') return { file: `${name}.html` };
  if (!asFiles.formats.has(format)) return undefined;
  const suffix = isOtherAddress(asFiles.site, path, format) ? `data.${format}` : format;
  return { file: `${name}.${suffix}`, isShared: !isCitationFormat(format) };
}

/** Records as pages and as data, at their IRIs and by look-up. */
export const recordPages: readonly Page[] = [lookUpPage, recordPage];

/** A record in a form by its name; 406 without one. */
function sendForm(
  c: Context,
  context: PageContext,
  iri: string,
  format: string | undefined,
): Response | Promise<Response> {
  if (format !== undefined && isCitationFormat(format)) return sendCitation(c, context, iri, format);
  const { site } = context;
  const documents = site.index.documents(iri);
  if (format !== LINKSET.name || documents.length === 0)
    return sendRecord(c, context, iri, format !== undefined && isSuffix(format) ? format : undefined);
  const path = site.index.pathOf(iri);
  return sendText(c, linkField(linksOfRecord(context, path, documents), iri), LINKSET.mediaType);
}

/** How to cite a record, for programs that keep references. */
function sendCitation(
  c: Context,
  context: PageContext,
  iri: string,
  format: CitationFormat,
): Response | Promise<Response> {
  const { site } = context;
  const path = site.index.pathOf(iri);
  const summary = site.index.summary(path);
  const documents = dataOf(site.index.documents(iri), site);
  if (summary === undefined || documents.length === 0) return missing(c, context, iri, format);
  return sendText(c, citationIn(context, { summary, documents }, format), CITATION_FORMATS[format].mediaType);
}

/** A resource in one of its formats; 410 when it was withdrawn, 404 when the release has no statements about it. */
async function sendRecord(
  c: Context,
  context: PageContext,
  iri: string,
  suffix: Suffix | undefined,
): Promise<Response> {
  const { site } = context;
  const path = site.index.pathOf(iri);
  const documents = site.index.documents(iri);
  if (documents.length === 0) return missing(c, context, iri, suffix);
  if (suffix === undefined) {
    const offered = Object.entries(SUFFIXES).map(
      ([name, type]) => `${type}: ${addressInFormat(site, path, name)}`,
    );
    return c.text(`Not acceptable. There are\n${offered.join('\n')}\n`, 406, { Vary: VARY });
  }
  const location = addressInFormat(site, path, suffix);
  if (!location.startsWith('/id?')) c.header('Content-Location', location);
  if (suffix === 'html') {
    c.header('Link', linkField(linksOfRecord(context, path, documents)));
    const { shown } = picturesOf(context, path, documents);
    c.header('content-security-policy', picturePolicy(POLICY, shown));
    return sendPage(c, <RecordPage context={context} path={path} documents={documents} />);
  }
  const quads = dataOf(documents, site).flatMap((document) => document.quads);
  return c.body(await serialise(quads, suffix, site.language), 200, {
    'Content-Type': contentTypeOf(suffix),
    Vary: VARY,
    Link: linkField(linksOfData(context, path, documents)),
  });
}
