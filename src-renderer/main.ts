import './interpreted-schemas';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { router } from './router';
import { useStationStore } from './stores/station';

const pinia = createPinia();
void useStationStore(pinia).start();
createApp(App).use(pinia).use(router).mount('#app');
