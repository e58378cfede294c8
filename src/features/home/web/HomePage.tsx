import { Queries } from '#web/queries.tsx'
import { CompanyHome } from './CompanyHome.tsx'
import type { HomeSlots, HomeViewer } from './parts.ts'
import { SellerHome } from './SellerHome.tsx'
import '#web/styles/kit.css'
import './HomePage.css'

interface Props extends HomeSlots {
  viewer: HomeViewer
}
/** What waits for whoever works here, first thing in the morning. */
export default function HomePage({ viewer, ...slots }: Props) {
  return (
    <Queries>
      <div className="page home">
        {viewer.level === 1 ? (
          <CompanyHome viewer={viewer} slots={slots} />
        ) : (
          <SellerHome viewer={viewer} slots={slots} />
        )}
      </div>
    </Queries>
  )
}
