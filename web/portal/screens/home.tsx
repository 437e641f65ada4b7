import { useMe } from '../../shared/desk/desk.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { Empty } from '../../shared/ui/card.tsx';

export function Home() {
  const { name } = useMe();
  return (
    <Page title="Home">
      <Empty title={`Good to see you, ${name}`}>Choose a place in the navigation.</Empty>
    </Page>
  );
}
