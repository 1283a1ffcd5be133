import { formatCount } from '../../base/text.js';
import { doiAddress } from '../../model/rdf/iris.js';
import { CreditLine, Layout, type PageProps } from './layout.js';
import { type Page, sendPage } from './page.js';
import { sizeIn, TableHead } from './page-parts.js';
import { linkField, linksOfRelease } from './signposting.js';

/** The release itself. */
export const aboutPage: Page = {
  path: '/about',
  link: { in: 'menu', text: (words) => words('aboutShort') },
  files: {},
  answer: (c, context) => {
    c.header('Link', linkField(linksOfRelease(context)));
    return sendPage(c, <AboutPage context={context} />);
  },
};

/** What the release is, its licences, and all its files. */
function AboutPage({ context }: PageProps) {
  const { site, words, language } = context;
  const { manifest } = site;
  return (
    <Layout
      context={context}
      title={words('about')}
      styles={['/assets/release-pages.css']}
      structuredData={site.structuredData}
    >
      <h1>{words('about')}</h1>
      <dl>
        <div>
          <dt>{words('identifier')}</dt>
          <dd>
            {[...new Set([manifest.label, manifest.issued])].join(' · ')} · <code>{manifest.base}</code>
          </dd>
        </div>
        {(['reserved', 'concept'] as const).map((which) => {
          const doi = manifest.doi?.[which];
          return (
            doi !== undefined && (
              <div>
                <dt>{words(which === 'reserved' ? 'doiOfRelease' : 'doiOfAll')}</dt>
                <dd>
                  <a href={doiAddress(doi)}>{doi}</a>
                </dd>
              </div>
            )
          );
        })}
        {[...site.publications].map(([publication, { title, ...notice }]) => (
          <div>
            <dt>
              <a href={`/dataset/${publication}`}>{title[language]}</a>
            </dt>
            <dd>
              <CreditLine context={context} notice={notice} /> <a href={notice.licence}>{words('licence')}</a>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {words('rightsNote')}{' '}
        {site.files.has('LICENCES.md') && <a href="/files/LICENCES.md">{words('licencesByFile')}</a>}
      </p>
      <p>
        <a href="/use">{words('takeAway')}</a>
      </p>
      <details id="files">
        <summary>
          {words('allFiles')} ({formatCount(site.files.size)})
        </summary>
        <div class="scrolled">
          <table>
            <TableHead columns={[words('file'), { number: words('records') }, { number: words('size') }]} />
            <tbody>
              {[...site.files.values()].map(({ path, records, bytes }) => (
                <tr>
                  <td>
                    <a href={`/files/${path}`}>{path}</a>
                  </td>
                  <td class="number">{records === undefined ? '' : formatCount(records)}</td>
                  <td class="number">{sizeIn(language, bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Layout>
  );
}
