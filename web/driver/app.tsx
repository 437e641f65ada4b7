export function App() {
  return <main className="p-6 text-2xl font-bold">Waybill Driver</main>;
}
