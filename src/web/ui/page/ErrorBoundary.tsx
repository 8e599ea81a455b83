import { Component, type ReactNode } from 'react'
import { LoadError } from './EmptyState.tsx'

/** Shown when a part of the portal fails to load or render; offers a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    return error ? <LoadError error={error} onRetry={() => location.reload()} /> : this.props.children
  }
}
