// A key of an admin who leaves ends unless the admin who removes that person takes it over.
import { leaves } from '#features/users/server/index.ts'
import { findKeysOf, passKeys, revokeAll } from './queries.ts'

leaves('key', { find: findKeysOf, close: revokeAll, keep: passKeys })
