// The server's features, one line each: no autoload, everything can be followed.
import type { FastifyInstance } from 'fastify'
import { routes as addresses } from '#features/addresses/server/index.ts'
import {
  platformTasks as brochurePlatformTasks,
  tasks as brochureTasks,
  routes as brochures,
} from '#features/brochures/server/index.ts'
import { routes as calendar } from '#features/calendar/server/index.ts'
import { routes as categories } from '#features/categories/server/index.ts'
import { routes as clients } from '#features/clients/server/index.ts'
import { routes as companies } from '#features/companies/server/index.ts'
import { routes as commissions } from '#features/commissions/server/index.ts'
import { routes as docs } from '#features/docs/server/index.ts'
import { routes as entities } from '#features/entities/server/index.ts'
import { platformTasks as figurePlatformTasks, routes as figures } from '#features/figures/server/index.ts'
import { routes as home } from '#features/home/server/index.ts'
import {
  platformTasks as imagePlatformTasks,
  tasks as imageTasks,
  routes as images,
} from '#features/images/server/index.ts'
import {
  platformTasks as integrationPlatformTasks,
  tasks as integrationTasks,
  routes as integrations,
} from '#features/integrations/server/index.ts'
import { routes as keys } from '#features/keys/server/index.ts'
import { routes as logs } from '#features/logs/server/index.ts'
import {
  platformTasks as mailPlatformTasks,
  tasks as mailTasks,
  routes as mails,
} from '#features/mails/server/index.ts'
import { routes as map } from '#features/map/server/index.ts'
import { routes as material } from '#features/material/server/index.ts'
import { routes as media } from '#features/media/server/index.ts'
import { routes as messages } from '#features/messages/server/index.ts'
import {
  platformTasks as noticePlatformTasks,
  routes as notices,
  tasks as noticeTasks,
} from '#features/notices/server/index.ts'
import { tasks as orderTasks, routes as orders } from '#features/orders/server/index.ts'
import { tasks as priceTasks, routes as priceRequests } from '#features/price_requests/server/index.ts'
import { routes as plans } from '#features/plans/server/index.ts'
import { platformTasks as dailyTasks, routes as platform } from '#features/platform/server/index.ts'
import { tasks as privacyTasks, routes as privacy } from '#features/privacy/server/index.ts'
import { routes as products } from '#features/products/server/index.ts'
import { routes as proposals } from '#features/proposals/server/index.ts'
import { routes as quotes } from '#features/quotes/server/index.ts'
import { routes as sessions } from '#features/sessions/server/index.ts'
import { routes as signup } from '#features/signup/server/index.ts'
import {
  platformTasks as feedPlatformTasks,
  tasks as feedTasks,
  routes as spreadsheets,
} from '#features/spreadsheets/server/index.ts'
import { showcase } from '#features/storefront/server/index.ts'
import { routes as subscriptions } from '#features/subscriptions/server/index.ts'
import { routes as tags } from '#features/tags/server/index.ts'
import { routes as undos } from '#features/undos/server/index.ts'
import { routes as users } from '#features/users/server/index.ts'
import { platformTasks as visitPlatformTasks, routes as visits } from '#features/visits/server/index.ts'
import {
  platformTasks as webhookPlatformTasks,
  routes as webhooks,
  tasks as webhookTasks,
} from '#features/webhooks/server/index.ts'
import type { PlatformTasks, Tasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'

export const features: ((app: FastifyInstance, kit: Kit) => void)[] = [
  sessions,
  users,
  priceRequests,
  addresses,
  companies,
  categories,
  products,
  tags,
  entities,
  images,
  media,
  brochures,
  material,
  notices,
  orders,
  commissions,
  quotes,
  messages,
  clients,
  visits,
  home,
  calendar,
  map,
  figures,
  showcase,
  spreadsheets,
  undos,
  integrations,
  webhooks,
  keys,
  logs,
  mails,
  plans,
  platform,
  subscriptions,
  proposals,
  privacy,
  signup,
  docs,
]
export const tasks: Tasks = {
  ...orderTasks,
  ...imageTasks,
  ...priceTasks,
  ...mailTasks,
  ...privacyTasks,
  ...brochureTasks,
  ...integrationTasks,
  ...noticeTasks,
  ...webhookTasks,
  ...feedTasks,
}
export const platformTasks: PlatformTasks = {
  ...dailyTasks,
  ...mailPlatformTasks,
  ...brochurePlatformTasks,
  ...integrationPlatformTasks,
  ...visitPlatformTasks,
  ...noticePlatformTasks,
  ...figurePlatformTasks,
  ...imagePlatformTasks,
  ...webhookPlatformTasks,
  ...feedPlatformTasks,
}
