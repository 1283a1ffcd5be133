import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDFLib;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.DatabaseMgr;
import org.apache.jena.tdb2.TDB2;
import org.apache.jena.update.UpdateAction;

/**
 * A store of TDB2 behind the addresses that Fuseki has (SPARQL 1.1 Protocol, Graph Store HTTP Protocol), as far as a
 * load asks for them: every request is a transaction, and a query that names no graph sees all of them. The first
 * argument is the folder of the store, a second one the port, any free one unless said; the first line on standard output
 * is JSON that says where, once somebody listens there.
 */
public final class Tdb2Server {
  /** What is done with a request; what is given back is the body of the answer, in JSON; null is none. */
  private interface Action {
    byte[] answer(HttpExchange exchange, byte[] body) throws Exception;
  }

  private final DatasetGraph store;

  private Tdb2Server(String folder) {
    store = DatabaseMgr.connectDatasetGraph(folder);
    store.getContext().set(TDB2.symUnionDefaultGraph, true);
  }

  public static void main(String[] arguments) throws IOException {
    Tdb2Server self = new Tdb2Server(arguments[0]);
    int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    serve(server, "/query", (exchange, body) -> self.query(parameter(text(body), "query")));
    serve(server, "/update", (exchange, body) -> self.update(text(body)));
    serve(server, "/data", self::graph);
    server.start();
    System.out.println("{\"url\":\"http://127.0.0.1:" + server.getAddress().getPort() + "\"}");
  }

  private byte[] query(String sparql) {
    return Txn.calculateRead(store, () -> {
      try (QueryExecution execution = QueryExecutionFactory.create(sparql, DatasetFactory.wrap(store))) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (execution.getQuery().isAskType()) ResultSetFormatter.outputAsJSON(out, execution.execAsk());
        else ResultSetFormatter.outputAsJSON(out, execution.execSelect());
        return out.toByteArray();
      }
    });
  }

  private byte[] update(String sparql) {
    Txn.executeWrite(store, () -> UpdateAction.parseExecute(sparql, store));
    return null;
  }

  private byte[] graph(HttpExchange exchange, byte[] body) {
    Node graph = NodeFactory.createURI(parameter(exchange.getRequestURI().getRawQuery(), "graph"));
    String method = exchange.getRequestMethod();
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (method.equals("GET")) return new byte[0];
    Txn.executeWrite(store, () -> {
      if (!method.equals("POST")) store.removeGraph(graph);
      if (method.equals("DELETE")) return;
      RDFParser.source(new ByteArrayInputStream(body))
          .lang(RDFLanguages.contentTypeToLang(type))
          .parse(StreamRDFLib.graph(store.getGraph(graph)));
    });
    return null;
  }

  private static void serve(HttpServer server, String path, Action action) {
    server.createContext(path, exchange -> {
      try (exchange) {
        int status = 200;
        byte[] said;
        try {
          said = action.answer(exchange, bodyOf(exchange));
        } catch (Exception thrown) {
          status = 400;
          said = String.valueOf(thrown.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
        if (said == null) {
          exchange.sendResponseHeaders(204, -1);
        } else {
          exchange.sendResponseHeaders(status, said.length == 0 ? -1 : said.length);
          exchange.getResponseBody().write(said);
        }
      }
    });
  }

  private static byte[] bodyOf(HttpExchange exchange) throws IOException {
    boolean isPacked = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    InputStream body = exchange.getRequestBody();
    return (isPacked ? new GZIPInputStream(body) : body).readAllBytes();
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static String parameter(String form, String name) {
    for (String pair : form.split("&")) {
      if (pair.startsWith(name + "=")) {
        return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
      }
    }
    throw new IllegalArgumentException("there is no parameter " + name);
  }
}
