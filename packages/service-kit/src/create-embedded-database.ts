import { PGlite } from '@electric-sql/pglite';

/** Creates an empty embedded database in the folder given as argument and ends: see {@link openEmbeddedDatabase}. */
const dir = process.argv[2];
if (dir === undefined) throw new Error('the folder of the database is missing');
const client = await PGlite.create(dir);
await client.close();
