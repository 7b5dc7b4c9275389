// Written by dovetail migrate.
import Dovetail

struct MovedModules: Module {
  var bindings: Bindings {
    Include(ParcelModule())
    Include(RouteModule())
  }
}
