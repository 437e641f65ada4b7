const channel = new BroadcastChannel('waybill-driver');
type Subject = 'session' | 'work';

/** Tabs of the app share one store: what one has changed in it the others read anew. */
export function tellOtherTabs(subject: Subject): void {
  channel.postMessage(subject);
}

export function listenToOtherTabs(subject: Subject, changed: () => Promise<void>): void {
  channel.addEventListener('message', ({ data }) => {
    if (data === subject) void changed();
  });
}
