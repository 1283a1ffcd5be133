import { describe, expect, it } from 'vitest';
import { messages, serving } from './ask.js';

const { archive, places } = serving();

describe('archive-service 4, required filters', () => {
  it.each([
    [
      'cbe',
      'VolumeID VolumeNumber PageID PartID ItemID CountyID PlaceID Country GazetteerID CollectorID InformantID PersonID',
    ],
    ['cbeg', 'CountyID PlaceID Country GazetteerID PhotographerID RelevantPersonID PersonID'],
    [
      'cbes',
      'VolumeID VolumeNumber PageID PartID ItemID SchoolCountyID SchoolPlaceID TeacherID CountyID PlaceID Country GazetteerID CollectorID InformantID PersonID',
    ],
  ])('/%s: each of them satisfies the requirement, nothing at all does not', async (path, names) => {
    const bare = await archive(`/api/v0.6/${path}`);
    expect(bare.status).toBe(400);
    const wanted = names.split(' ');
    expect(messages(bare)).toEqual([`a filter is required: at least one of ${wanted.join(', ')}`]);
    for (const name of wanted) {
      const value = name === 'Country' ? 'IE' : '1';
      expect((await archive(`/api/v0.6/${path}?${name}=${value}`)).status, name).toBe(200);
    }
  });

  it.each([
    '/api/v0.6/cbe?RelevantPersonID=1',
    '/api/v0.6/cbe?Language=ga&DateFrom=1930',
    '/api/v0.6/cbeg?Digitized=true',
    '/api/v0.6/cbes?TopicID=1',
    '/api/v0.6/cbes?ModifiedSince=2020-01-01',
  ])('%s: a filter, but not one of those required', async (path) => {
    expect((await archive(path)).status).toBe(400);
  });
});

describe('place-names-service 4, required filter', () => {
  it.each(['PlaceID=1', 'CategoryID=BF', 'GlossaryID=1', 'Latitude=52&Longitude=-8'])(
    '%s is enough',
    async (query) => {
      expect((await places(`/api/v0.9?${query}`)).status).toBe(200);
    },
  );

  it.each(['', 'Query=Baile', 'ExcludeStreets=true', 'Gaeltacht=true'])('"%s" is not', async (query) => {
    const reply = await places(`/api/v0.9/?${query}`);
    expect(reply.status).toBe(400);
    expect(messages(reply)).toContain(
      'a filter is required: at least one of PlaceID, CategoryID, GlossaryID, Latitude with Longitude',
    );
  });

  it.each([
    ['PlaceID=1&Latitude=52', ['Latitude: must be used with Longitude']],
    ['PlaceID=1&Longitude=-8', ['Longitude: must be used with Latitude']],
    ['PlaceID=1&Radius=500', ['Radius: must be used with Latitude and Longitude']],
    [
      'PlaceID=1&Latitude=52&Radius=500',
      ['Latitude: must be used with Longitude', 'Radius: must be used with Longitude'],
    ],
    [
      'Latitude=90.5&Longitude=-181',
      [
        "Latitude: expected a decimal number from -90 to 90, got '90.5'",
        "Longitude: expected a decimal number from -180 to 180, got '-181'",
      ],
    ],
    [
      'Latitude=52&Longitude=-8&Radius=15001',
      ["Radius: expected a whole number of metres from 1 to 15000, got '15001'"],
    ],
    [
      'Latitude=52&Longitude=-8&Radius=0',
      ["Radius: expected a whole number of metres from 1 to 15000, got '0'"],
    ],
    [
      'Latitude=52&Longitude=-8&Radius=2.5',
      ["Radius: expected a whole number of metres from 1 to 15000, got '2.5'"],
    ],
  ])('%s: 400 (wire-format 2)', async (query, expected) => {
    const reply = await places(`/api/v0.9?${query}`);
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual(expected);
  });

  it('the largest radius is accepted', async () => {
    expect((await places('/api/v0.9?Latitude=52&Longitude=-8&Radius=15000')).status).toBe(200);
  });
});

describe('wire-format 2: bad values', () => {
  it.each([
    ['VolumeID=abc', "VolumeID: expected a whole number, got 'abc'"],
    ['VolumeID=-1', "VolumeID: expected a whole number, got '-1'"],
    ['VolumeID=1.0', "VolumeID: expected a whole number, got '1.0'"],
    ['VolumeID=', "VolumeID: expected a whole number, got ''"],
    ['VolumeID=1&DateFrom=193', "DateFrom: expected a year as YYYY, got '193'"],
    ['VolumeID=1&DateTo=19350', "DateTo: expected a year as YYYY, got '19350'"],
    ['VolumeID=1&DateAccuracy=approx', "DateAccuracy: expected one of APPROX, INFER, QUESTION, got 'approx'"],
    ['VolumeID=1&CreatedSince=2019-02-30', "CreatedSince: expected a date as YYYY-MM-DD, got '2019-02-30'"],
    ['VolumeID=1&CreatedBefore=2019', "CreatedBefore: expected a date as YYYY-MM-DD, got '2019'"],
    ['VolumeID=1&ModifiedSince=01-02-2019', "ModifiedSince: expected a date as YYYY-MM-DD, got '01-02-2019'"],
    [
      'VolumeID=1&ModifiedBefore=2019-13-01',
      "ModifiedBefore: expected a date as YYYY-MM-DD, got '2019-13-01'",
    ],
    [
      'Country=XX',
      "Country: expected a country as ISO 3166-1 alpha-2, GB-ENG, GB-NIR, GB-SCT or GB-WLS, got 'XX'",
    ],
    ['VolumeID=1&Language=irish', "Language: expected a language as ISO 639-1, got 'irish'"],
    ['VolumeNumber=', "VolumeNumber: expected some text, got ''"],
    ['VolumeID=1&VolumeID=1', 'VolumeID: given more than once'],
    ['GazetteerID=1&GeoNameID=1', 'GazetteerID: given more than once'],
    ['VolumeID=1&volumeid=2', 'VolumeID: given more than once'],
    ['VolumeID=1&geonameid=x', "GeoNameID: expected a whole number, got 'x'"],
  ])('/cbe?%s', async (query, expected) => {
    const reply = await archive(`/api/v0.6/cbe?${query}`);
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual([expected]);
  });

  it.each([
    ['/api/v0.6/cbed?Gender=m', "Gender: expected one of b, f, got 'm'"],
    ['/api/v0.6/cbed?BirthDateFrom=90', "BirthDateFrom: expected a year as YYYY, got '90'"],
    ['/api/v0.6/cbeg?PersonID=1&Condition=4', "Condition: expected a whole number from 0 to 3, got '4'"],
    ['/api/v0.6/cbeg?PersonID=1&Digitized=yes', "Digitized: expected true or false, got 'yes'"],
    [
      '/api/v0.6/cbeg?PersonID=1&Digitized=constructor',
      "Digitized: expected true or false, got 'constructor'",
    ],
    ['/api/v0.6/cbeg?PersonID=1&Copyright=ME', "Copyright: expected one of CBE, OTH, NOT, UNK, got 'ME'"],
  ])('%s', async (path, expected) => {
    const reply = await archive(path);
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual([expected]);
  });

  it('a status out of range is 400 for a privileged key', async () => {
    const reply = await archive('/api/v0.6/cbe?VolumeID=1&Status=5', 'internal');
    expect(messages(reply)).toEqual(["Status: expected a whole number from 0 to 4, got '5'"]);
  });

  it.each([
    ['Page=0', "Page: expected a whole number from 1 to 9007199254740991, got '0'"],
    ['PerPage=1001', "PerPage: expected a whole number from 1 to 1000, got '1001'"],
  ])('place list, %s', async (query, expected) => {
    expect(messages(await places(`/api/v0.9?PlaceID=1&${query}`))).toEqual([expected]);
  });
});

describe('wire-format 2: unknown parameters', () => {
  it('names the nearest accepted one, and all of them', async () => {
    const reply = await places('/api/v0.9?PlaceID=1&Lattitude=52');
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual(['Lattitude: unknown parameter, did you mean Latitude?']);
    expect(reply.body).toMatchObject({
      accepted: expect.arrayContaining(['PlaceID', 'CategoryID', 'Latitude', 'ModifiedSince']),
    });
  });

  it('suggests nothing when nothing is near', async () => {
    expect(messages(await archive('/api/v0.6/cbed?Wibble=1'))).toEqual(['Wibble: unknown parameter']);
  });

  it('does not suggest privileged parameters to a public key', async () => {
    const reply = await archive('/api/v0.6/cbe?VolumeID=1&Statsu=1');
    expect(JSON.stringify(reply.body)).not.toContain('"Status"');
  });

  it('a path without parameters has its own message', async () => {
    expect(messages(await archive('/api/v0.6/counties?CountyID=1'))).toEqual([
      'CountyID: unknown, /api/v0.6/counties takes no parameters',
    ]);
  });

  it.each(['volumeid=1', 'VOLUMEID=1', 'volumeID=1'])(
    'but the letter case of a name does not matter: %s',
    async (query) => {
      expect((await archive(`/api/v0.6/cbe?${query}`)).status).toBe(200);
    },
  );
});

describe('wire-format 2: every fault of a request at once, as RFC 9457 has it', () => {
  it('all of them, each with parameter, value and message, and in the detail', async () => {
    const reply = await archive(
      '/api/v0.6/cbeg?CountyID=Cork&DateFrom=193&Digitised=true&DateTo=1940&DateTo=1941',
    );
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      errors: [
        { parameter: 'CountyID', value: 'Cork', message: "CountyID: expected a whole number, got 'Cork'" },
        { parameter: 'DateFrom', value: '193', message: "DateFrom: expected a year as YYYY, got '193'" },
        {
          parameter: 'Digitised',
          value: 'true',
          message: 'Digitised: unknown parameter, did you mean Digitized?',
        },
        { parameter: 'DateTo', message: 'DateTo: given more than once' },
      ],
    });
    const { detail } = reply.body as { detail: string };
    for (const message of messages(reply)) expect(detail).toContain(message);
  });

  it('a forbidden parameter among other faults: 403, naming the others as well', async () => {
    const reply = await archive('/api/v0.6/cbe?Status=1&DateFrom=x');
    expect(reply.status).toBe(403);
    expect(messages(reply)).toHaveLength(3);
  });
});

describe('wire-format 2: paths', () => {
  it.each([
    '/',
    '/api/v0.7/cbe',
    '/api/v0.6/cbf',
    '/api/v0.6/cbe/1',
    '/api/v0.6/cbed/1/2',
    '/api//v0.6',
    '/api/v0.9/100010',
  ])('unknown: archive %s', async (path) => {
    const reply = await archive(path);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ title: 'Not Found', status: 404 });
  });

  it('names the path that was probably meant', async () => {
    expect((await archive('/api/v0.6/countys')).body).toMatchObject({
      detail: 'there is nothing at /api/v0.6/countys; did you mean /api/v0.6/counties?',
    });
  });

  it.each(['/api/v0.6/cbed/999', '/api/v0.6/cbeg/999', '/api/v0.6/cbed/99999999999999999999'])(
    'an id that is not there: %s',
    async (path) => {
      expect((await archive(path)).status).toBe(404);
    },
  );

  it.each(['9007199254740993', '9'.repeat(100)])(
    'an id that no number represents exactly is shown as requested (wire-format 1): %.20s',
    async (id) => {
      const reply = await archive(`/api/v0.6/cbed/${id}`);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ detail: `there is nothing at /api/v0.6/cbed/${id}` });
    },
  );

  it('an id that is none', async () => {
    const reply = await archive('/api/v0.6/cbed/ocupations');
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual([
      "id: expected a whole number, got 'ocupations'; did you mean /api/v0.6/cbed/occupations?",
    ]);
    expect((await places('/api/v0.9/Cork')).status).toBe(400);
  });
});
