/** Never a place from before: the browser hands that out also when the driver has meanwhile forbidden to be located. */
const OPTIONS = { maximumAge: 0, timeout: 10_000 };

/** Asks the driver, where that is not decided yet. A phone that may be located and cannot be just now is fine. */
export async function mayLocate(): Promise<boolean> {
  const decided = await decision();
  return decided === 'prompt' ? ask() : decided === 'granted';
}

/** Without waiting for the phone to find itself. Older browsers do not tell. */
async function decision(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    return 'prompt';
  }
}

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      ({ code, PERMISSION_DENIED }) => resolve(code !== PERMISSION_DENIED),
      OPTIONS,
    );
  });
}
