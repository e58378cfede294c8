import Page from '#features/companies/web/MyCompanyPage.tsx'
import type { Company } from '#features/companies/contract.ts'
import { DataPart } from '#features/privacy/web/index.ts'
import { Activity } from '../Activity.tsx'

/** The company's form with its data and its activity. */
export default function MyCompanyPage({ company, onSaved }: { company: Pick<Company, 'id' | 'path'>; onSaved: () => void }) {
  const slots = {
    data: <DataPart company={company.id} path={company.path} />,
    activity: <Activity company={company.id} />,
  }
  return <Page company={company.id} onSaved={onSaved} slots={slots} />
}
