import { CompanyPick } from '#features/platform/web/CompanyPick.tsx'
import Page from '#features/proposals/web/ProposalsPage.tsx'

/** Proposals; the company that one is for is found by its name. */
export default function ProposalsPage() {
  return <Page pickCompany={(p) => <CompanyPick {...p} />} />
}
