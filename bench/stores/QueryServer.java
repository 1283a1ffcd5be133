import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.ReadWrite;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.tdb2.TDB2Factory;

/**
 * Answers SELECT queries (SPARQL 1.1 Protocol, section 2.1.2) from a TDB2 store, which libraries of Jena alone do not:
 * `java -cp … QueryServer.java <store>`. Its first line on standard output is JSON that says where.
 */
public class QueryServer {
  public static void main(String[] args) throws IOException {
    Dataset dataset = TDB2Factory.connectDataset(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> answer(exchange, dataset));
    server.start();
    System.out.println("{\"url\":\"http://127.0.0.1:" + server.getAddress().getPort() + "\"}");
  }

  private static void answer(HttpExchange exchange, Dataset dataset) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status = 200;
    try {
      select(queryIn(exchange), dataset, said);
    } catch (RuntimeException thrown) {
      status = 400;
      said.reset();
      said.writeBytes(String.valueOf(thrown.getMessage()).getBytes(StandardCharsets.UTF_8));
    }
    String type = status == 200 ? "application/sparql-results+json" : "text/plain";
    exchange.getResponseHeaders().set("content-type", type);
    exchange.sendResponseHeaders(status, said.size() == 0 ? -1 : said.size());
    said.writeTo(exchange.getResponseBody());
    exchange.close();
  }

  private static String queryIn(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    for (String field : form.split("&")) {
      if (field.startsWith("query=")) return URLDecoder.decode(field.substring(6), StandardCharsets.UTF_8);
    }
    throw new IllegalArgumentException("there is no query");
  }

  private static void select(String query, Dataset dataset, ByteArrayOutputStream said) {
    dataset.begin(ReadWrite.READ);
    try (QueryExecution execution = QueryExecutionFactory.create(query, dataset)) {
      ResultSetFormatter.outputAsJSON(said, execution.execSelect());
    } finally {
      dataset.end();
    }
  }
}
