import { appRoutes } from './app.ts'
import { checkRoutes } from './checks.ts'
import { gitDataRoutes } from './git-data.ts'
import { gitRoutes } from './git.ts'
import { manifestRoutes } from './manifests.ts'
import { issueRoutes } from './issues.ts'
import { organizationRoutes, peopleRoutes } from './people.ts'
import { pullRoutes } from './pulls.ts'
import { refusal, type Answer, type OwnRoute, type Question, type RepositoryRoute, type Route } from './route.ts'
import { ruleRoutes } from './rules.ts'
import { permits, sees } from '../state/apps.ts'
import { repositoryOf } from '../state/server-state.ts'
import { RefusalError } from '../refused.ts'

/** The operations that are answered, by their names in GitHub's OpenAPI description. */
export const routes: Readonly<Record<string, Route>> = {
  ...appRoutes,
  ...checkRoutes,
  ...gitDataRoutes,
  ...gitRoutes,
  ...issueRoutes,
  ...manifestRoutes,
  ...organizationRoutes,
  ...peopleRoutes,
  ...pullRoutes,
  ...ruleRoutes,
}

/**
 * Documentation: "Troubleshooting the REST API", "Resource not accessible": the header says which permission would do.
 */
const inaccessible = (needed: string): Answer => ({
  ...refusal(403, 'Resource not accessible by integration'),
  headers: { 'x-accepted-github-permissions': needed },
})

const unauthorized = () => refusal(401, 'Requires authentication')

function answerOwn(route: OwnRoute, question: Question) {
  const { credential } = question
  if (!credential) return unauthorized()
  // Documentation: "Authenticating as a GitHub App": what is the app's own wants its own key.
  if (!route.by.includes(credential.kind)) {
    return route.by.includes('app')
      ? refusal(401, 'A JSON web token could not be decoded')
      : refusal(403, 'Resource not accessible by integration')
  }
  const [name = '', level] = (route.permission ?? '').split('=')
  const grantedLevel = credential.permissions[name]
  if (route.permission !== undefined && grantedLevel !== 'write' && grantedLevel !== level)
    return inaccessible(route.permission)
  return route.answer({ ...question, credential })
}

function answerOfRepository(route: RepositoryRoute, question: Question) {
  const { serverState, credential, parameters } = question
  const repository = repositoryOf(serverState, parameters['owner'] ?? '', parameters['repo'] ?? '')
  if (!repository || !sees(credential, repository)) return refusal(404, 'Not Found')
  const needed = route.permission
  if (permits(credential, repository, needed)) return route.answer({ ...question, repository })
  return credential ? inaccessible(needed) : unauthorized()
}

/** Answers an operation of the description, like GitHub with a refusal where it will not. */
export async function answerRest(operation: string, question: Question): Promise<Answer> {
  const route = routes[operation]
  if (!route) return refusal(404, 'Not Found')
  try {
    if ('open' in route) return await route.answer(question)
    return await ('by' in route ? answerOwn(route, question) : answerOfRepository(route, question))
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return refusal(error.status, error.message)
  }
}
