import type { ResourceDocument } from '../index/release-index.js';
import { labelOf, type PageProps } from '../layout.js';
import { type Picture, picturesOf, readAddress } from './pictures.js';

/** The pictures of a record: a photograph or a page large, the first pages of an item, a part or a volume small. */
export function Pictures({
  context,
  path,
  documents,
}: PageProps & { readonly path: string; readonly documents: readonly ResourceDocument[] }) {
  const { words, language } = context;
  const { shown, pages, ...found } = picturesOf(context, path, documents);
  // Pages that are read one by one take a server.
  const reader = context.asFiles === undefined ? found.reader : undefined;
  const [first] = shown;
  if (first === undefined && reader === undefined) return null;
  return (
    <section class="pictures" aria-label={words('pictures')}>
      <link rel="stylesheet" href="/assets/pictures.css" />
      {pages.length === 0 && first !== undefined && <PictureFigure context={context} picture={first} />}
      {pages.length > 0 && first !== undefined && (
        <ul class="small-pictures">
          {shown.map(({ record, name, address, service }) => (
            <li>
              <a href={reader === undefined ? address : readAddress(path, record.path)}>
                <img
                  src={service?.small ?? address}
                  alt={name}
                  loading="lazy"
                  {...(service && { 'data-whole': address })}
                />
                <span>{labelOf(record, language)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {reader !== undefined && (
        <p>
          <a class="read" href={reader}>
            {words('readPages')}
          </a>
          {pages.length > 0 && <> ({pages.length})</>}
        </p>
      )}
      {pages.length > 0 && first?.service !== undefined && <script src="/assets/pictures.js" defer></script>}
    </section>
  );
}

/** One picture: an image, which becomes a viewer with script where there is an image service. */
export function PictureFigure({
  context: { words },
  picture: { name, address, service },
}: PageProps & { readonly picture: Picture }) {
  const rel = address.startsWith('/') ? {} : { class: 'external', rel: 'external noreferrer' };
  return (
    <figure
      class="picture"
      {...(service && {
        'data-service': service.address,
        'data-name': name,
        'data-closer': words('zoomIn'),
        'data-farther': words('zoomOut'),
        'data-whole': words('wholePicture'),
        'data-screen': words('fullScreen'),
        'data-fingers': words('twoFingers'),
        'data-wheel': words('keyAndWheel'),
      })}
    >
      <img
        src={service?.large ?? address}
        alt={name}
        loading="lazy"
        {...(service && { 'data-whole': address })}
      />
      <figcaption>
        {name} ·{' '}
        <a href={address} {...rel}>
          {words('openPicture')}
        </a>
      </figcaption>
      {service !== undefined && (
        <>
          <script src="/assets/openseadragon.js" defer></script>
          <script src="/assets/pictures.js" defer></script>
        </>
      )}
    </figure>
  );
}
