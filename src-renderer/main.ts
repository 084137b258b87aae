import './styles/main.css';
import ui from '@nuxt/ui/vue-plugin';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { router } from './router';
import { useStationStore } from './stores/station';

const pinia = createPinia();
void useStationStore(pinia).start();
createApp(App).use(pinia).use(router).use(ui).mount('#app');
